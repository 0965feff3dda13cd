"""The pages of the recorded campaigns, opened in a browser: pictures, sheets, sizes."""
