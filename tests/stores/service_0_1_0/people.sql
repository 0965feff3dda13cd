BEGIN TRANSACTION;
CREATE TABLE answered (
                campaign TEXT NOT NULL,
                key TEXT NOT NULL,
                sender TEXT NOT NULL,
                mark TEXT NOT NULL,
                version INTEGER NOT NULL,
                head TEXT NOT NULL,
                PRIMARY KEY (campaign, key)
            ) WITHOUT ROWID
            ;
CREATE TABLE choice (
                campaign TEXT NOT NULL,
                member TEXT NOT NULL,
                sending TEXT NOT NULL,
                digest_at TEXT NOT NULL,
                quiet_from INTEGER NOT NULL,
                quiet_to INTEGER NOT NULL,
                turns_after TEXT NOT NULL,
                PRIMARY KEY (campaign, member)
            ) WITHOUT ROWID
            ;
CREATE TABLE device (
                digest TEXT PRIMARY KEY, person TEXT NOT NULL, label TEXT NOT NULL,
                first_seen TEXT NOT NULL, last_seen TEXT NOT NULL, ended TEXT NOT NULL DEFAULT ''
            ) WITHOUT ROWID;
INSERT INTO "device" VALUES('8aec6deaf16cf77d19f7b5238c4a758f864e33cbc3f6106d99f786bc7a4d0107','3f9de686b6b3c6477a5887bed7f79b6d','A browser','2026-11-22T17:57:51.561Z','2026-11-22T17:57:51.561Z','');
CREATE TABLE kind_choice (
                campaign TEXT NOT NULL,
                member TEXT NOT NULL,
                kind TEXT NOT NULL,
                is_on INTEGER NOT NULL,
                PRIMARY KEY (campaign, member, kind)
            ) WITHOUT ROWID
            ;
CREATE TABLE part (name TEXT PRIMARY KEY, schema INTEGER);
INSERT INTO "part" VALUES('people',1);
INSERT INTO "part" VALUES('doors',1);
CREATE TABLE pending (
                campaign TEXT NOT NULL,
                name TEXT NOT NULL,
                key TEXT NOT NULL,
                member TEXT NOT NULL,
                address TEXT NOT NULL,
                PRIMARY KEY (campaign, key, member)
            ) WITHOUT ROWID
            ;
CREATE TABLE person (
                id TEXT PRIMARY KEY,
                name TEXT NOT NULL DEFAULT '',
                address TEXT,
                language TEXT NOT NULL DEFAULT 'en',
                zone TEXT NOT NULL DEFAULT 'UTC',
                created TEXT NOT NULL DEFAULT '',
                seen TEXT NOT NULL DEFAULT ''
            ) WITHOUT ROWID
            ;
INSERT INTO "person" VALUES('3f9de686b6b3c6477a5887bed7f79b6d','',NULL,'en','UTC','2026-11-22T17:57:51.561Z','');
CREATE TABLE seat (
                campaign TEXT NOT NULL,
                member TEXT NOT NULL,
                person TEXT NOT NULL REFERENCES person (id),
                since TEXT NOT NULL DEFAULT '',
                until TEXT NOT NULL DEFAULT '',
                PRIMARY KEY (campaign, member, person)
            ) WITHOUT ROWID
            ;
INSERT INTO "seat" VALUES('ad7a8e4b98b7feefdbf5c754689bb66d','anna','3f9de686b6b3c6477a5887bed7f79b6d','2026-11-22T17:57:51.561Z','');
CREATE TABLE secret (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE stopped (
                campaign TEXT NOT NULL,
                member TEXT NOT NULL,
                PRIMARY KEY (campaign, member)
            ) WITHOUT ROWID
            ;
CREATE TABLE token (
                digest TEXT PRIMARY KEY, kind TEXT NOT NULL, campaign TEXT NOT NULL,
                member TEXT NOT NULL, scope TEXT NOT NULL DEFAULT '', made TEXT NOT NULL,
                expires TEXT NOT NULL, used TEXT NOT NULL DEFAULT ''
            ) WITHOUT ROWID;
INSERT INTO "token" VALUES('00a7d65ba0b12c92fb5d797afe13eaa7a26fdc472b73936cd1214e42951c7725','program','ad7a8e4b98b7feefdbf5c754689bb66d','anna','read','2026-11-22T17:57:54.099Z','','');
INSERT INTO "token" VALUES('4da2d8bcf69adc5770b1d4eeabc267d51185d63f70cd9dd902e1de7f66ff4023','invitation','ad7a8e4b98b7feefdbf5c754689bb66d','anna','','2026-11-22T17:57:51.314Z','2026-12-06T17:57:51.314Z','2026-11-22T17:57:51.561Z');
INSERT INTO "token" VALUES('f0d5c5a8572b3711def6e3db55822fbf1e284b02362749501478c245b45f6d52','invitation','ad7a8e4b98b7feefdbf5c754689bb66d','ben','','2026-11-22T17:57:53.073Z','2026-12-06T17:57:53.073Z','');
CREATE UNIQUE INDEX seat_taken ON seat (campaign, member) WHERE until = '';
CREATE INDEX device_of ON device (person);
COMMIT;
