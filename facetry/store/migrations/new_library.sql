-- A new library. Written by `python -m tests.facetry.store.new_library` from the migrations; do not edit.
-- An empty line separates two statements.

CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);

CREATE TABLE event (
	sequence INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	time BIGINT NOT NULL, 
	topic VARCHAR NOT NULL, 
	image BLOB, 
	extension VARCHAR, 
	repository BLOB
, target VARCHAR, data VARCHAR);

CREATE TABLE extension (
	"key" INTEGER NOT NULL, 
	id VARCHAR NOT NULL, 
	folded VARCHAR NOT NULL, 
	created BIGINT NOT NULL, manifest VARCHAR, folder VARCHAR, state VARCHAR DEFAULT 'enabled' NOT NULL, settings VARCHAR, acknowledged VARCHAR, previous VARCHAR, grants VARCHAR, granted_places VARCHAR, 
	PRIMARY KEY ("key"), 
	UNIQUE (folded), 
	UNIQUE (id)
);

CREATE TABLE repository (
	"key" INTEGER NOT NULL, 
	id BLOB NOT NULL, 
	technical_id VARCHAR, 
	name VARCHAR NOT NULL, 
	comment VARCHAR, 
	path VARCHAR NOT NULL, 
	created BIGINT NOT NULL, 
	modified BIGINT NOT NULL, watch BOOLEAN DEFAULT 0 NOT NULL, chosen BIGINT DEFAULT '0' NOT NULL, 
	PRIMARY KEY ("key"), 
	UNIQUE (id), 
	UNIQUE (name), 
	UNIQUE (path), 
	UNIQUE (technical_id)
);

CREATE TABLE tag (
	"key" INTEGER NOT NULL, 
	value VARCHAR NOT NULL, 
	PRIMARY KEY ("key"), 
	UNIQUE (value)
);

CREATE TABLE api_secret (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	created BIGINT NOT NULL, 
	name VARCHAR NOT NULL, 
	comment VARCHAR, 
	type VARCHAR NOT NULL, 
	expires BIGINT, 
	scope VARCHAR NOT NULL, 
	digest BLOB NOT NULL, 
	shown VARCHAR NOT NULL, 
	extension INTEGER, 
	is_master BOOLEAN NOT NULL, is_lent BOOLEAN DEFAULT '0' NOT NULL, creator INTEGER, 
	FOREIGN KEY(extension) REFERENCES extension ("key") ON DELETE CASCADE, 
	UNIQUE (digest)
);

CREATE TABLE image (
	"key" INTEGER NOT NULL, 
	id BLOB NOT NULL, 
	repository INTEGER NOT NULL, 
	path VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	name_order VARCHAR NOT NULL, 
	format VARCHAR NOT NULL, 
	width INTEGER NOT NULL, 
	height INTEGER NOT NULL, 
	size BIGINT NOT NULL, 
	file_created BIGINT NOT NULL, 
	file_modified BIGINT NOT NULL, 
	file_modified_ns BIGINT NOT NULL, 
	created BIGINT NOT NULL, 
	modified BIGINT NOT NULL, 
	content_hash BLOB NOT NULL, 
	details VARCHAR NOT NULL, pixel_hash BLOB, perceptual_hash BIGINT, placeholder BLOB, parent BLOB, source_url VARCHAR, application_metadata VARCHAR, missing_since BIGINT, capture_date BIGINT, capture_offset INTEGER, capture_source VARCHAR, file_changed_ns BIGINT, file_inode BIGINT, name_key VARCHAR DEFAULT '' NOT NULL, 
	PRIMARY KEY ("key"), 
	FOREIGN KEY(repository) REFERENCES repository ("key"), 
	UNIQUE (id), 
	CONSTRAINT image_path UNIQUE (repository, path)
);

CREATE INDEX image_by_created ON image (created, "key");

CREATE INDEX image_by_file_created ON image (file_created, "key");

CREATE INDEX image_by_file_modified ON image (file_modified, "key");

CREATE INDEX image_by_height ON image (height, "key");

CREATE INDEX image_by_modified ON image (modified, "key");

CREATE INDEX image_by_name ON image (name_order, "key");

CREATE INDEX image_by_size ON image (size, "key");

CREATE INDEX image_by_width ON image (width, "key");

CREATE INDEX image_hash ON image (content_hash);

CREATE TABLE unreadable_file (
	"key" INTEGER NOT NULL, 
	repository INTEGER NOT NULL, 
	path VARCHAR NOT NULL, 
	size BIGINT NOT NULL, 
	file_modified_ns BIGINT NOT NULL, 
	rule VARCHAR NOT NULL, 
	reason VARCHAR NOT NULL, 
	attempts INTEGER NOT NULL, 
	date BIGINT NOT NULL, file_changed_ns BIGINT, file_inode BIGINT, 
	PRIMARY KEY ("key"), 
	FOREIGN KEY(repository) REFERENCES repository ("key") ON DELETE CASCADE, 
	CONSTRAINT unreadable_file_path UNIQUE (repository, path)
);

CREATE TABLE image_tag (
	id INTEGER NOT NULL, 
	image INTEGER NOT NULL, 
	extension INTEGER NOT NULL, 
	tag INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(extension) REFERENCES extension ("key") ON DELETE CASCADE, 
	FOREIGN KEY(image) REFERENCES image ("key") ON DELETE CASCADE, 
	FOREIGN KEY(tag) REFERENCES tag ("key"), 
	CONSTRAINT image_tag_once UNIQUE (image, extension, tag)
);

CREATE INDEX image_pixels ON image (pixel_hash);

CREATE INDEX image_perceptual ON image (perceptual_hash);

CREATE INDEX image_missing ON image (repository) WHERE missing_since IS NOT NULL;

CREATE TABLE attachment (
	"key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	image INTEGER NOT NULL, 
	extension INTEGER NOT NULL, 
	media_type VARCHAR NOT NULL, 
	data BLOB NOT NULL, 
	created BIGINT NOT NULL, 
	FOREIGN KEY(extension) REFERENCES extension ("key") ON DELETE CASCADE, 
	FOREIGN KEY(image) REFERENCES image ("key") ON DELETE CASCADE
);

CREATE INDEX attachment_by_image ON attachment (image);

CREATE INDEX attachment_by_extension ON attachment (extension);

CREATE TABLE collection (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	name VARCHAR NOT NULL, 
	comment VARCHAR, 
	filter JSON NOT NULL, 
	created BIGINT NOT NULL, 
	modified BIGINT NOT NULL, 
	UNIQUE (name)
);

CREATE TABLE media_key (
	"key" INTEGER NOT NULL, 
	secret BLOB NOT NULL, 
	PRIMARY KEY ("key")
);

CREATE TABLE image_feature (
	"key" INTEGER NOT NULL, 
	image INTEGER NOT NULL, 
	extension INTEGER NOT NULL, 
	type VARCHAR NOT NULL, 
	format VARCHAR NOT NULL, 
	name VARCHAR, 
	text VARCHAR, 
	number FLOAT, 
	PRIMARY KEY ("key"), 
	FOREIGN KEY(extension) REFERENCES extension ("key") ON DELETE CASCADE, 
	FOREIGN KEY(image) REFERENCES image ("key") ON DELETE CASCADE
);

CREATE INDEX image_feature_by_image ON image_feature (image, extension);

CREATE TABLE vector_space (
	"key" INTEGER NOT NULL, 
	extension INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	length INTEGER NOT NULL, 
	PRIMARY KEY ("key"), 
	FOREIGN KEY(extension) REFERENCES extension ("key") ON DELETE CASCADE, 
	CONSTRAINT vector_space_once UNIQUE (extension, name)
);

CREATE TABLE vector (
	"key" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	space INTEGER NOT NULL, 
	image INTEGER NOT NULL, 
	components BLOB NOT NULL, 
	FOREIGN KEY(image) REFERENCES image ("key") ON DELETE CASCADE, 
	FOREIGN KEY(space) REFERENCES vector_space ("key") ON DELETE CASCADE, 
	CONSTRAINT vector_once UNIQUE (space, image)
);

CREATE INDEX vector_by_image ON vector (image);

CREATE TABLE revision (
	"key" INTEGER NOT NULL, 
	value INTEGER NOT NULL, 
	PRIMARY KEY ("key")
);

CREATE INDEX image_by_format ON image (format, "key");

CREATE INDEX image_feature_by_name ON image_feature (extension, type, name, format, image, number);

CREATE VIRTUAL TABLE name_text USING fts5(text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');

CREATE VIRTUAL TABLE metadata_text USING fts5(text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');

CREATE VIRTUAL TABLE feature_text USING fts5(text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');

CREATE TRIGGER name_text_gone AFTER DELETE ON image BEGIN DELETE FROM name_text WHERE rowid = old.key; END;

CREATE TRIGGER metadata_text_gone AFTER DELETE ON image BEGIN DELETE FROM metadata_text WHERE rowid = old.key; END;

CREATE TRIGGER feature_text_gone AFTER DELETE ON image_feature BEGIN DELETE FROM feature_text WHERE rowid = old.key; END;

CREATE TABLE extension_capability (
	extension INTEGER NOT NULL, 
	capability VARCHAR NOT NULL, 
	PRIMARY KEY (extension, capability), 
	FOREIGN KEY(extension) REFERENCES extension ("key") ON DELETE CASCADE
);

CREATE TABLE subscription (
	extension INTEGER NOT NULL, 
	topic VARCHAR NOT NULL, 
	sequence INTEGER NOT NULL, 
	last_sent BIGINT, 
	lost INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (extension, topic), 
	FOREIGN KEY(extension) REFERENCES extension ("key") ON DELETE CASCADE
);

CREATE TABLE delivery (
	extension INTEGER NOT NULL, 
	sequence INTEGER NOT NULL, 
	topic VARCHAR NOT NULL, 
	image BLOB, 
	attempts INTEGER NOT NULL, 
	due BIGINT NOT NULL, 
	error VARCHAR, 
	state VARCHAR NOT NULL, 
	PRIMARY KEY (extension, sequence), 
	FOREIGN KEY(extension) REFERENCES extension ("key") ON DELETE CASCADE
);

CREATE INDEX delivery_by_sequence ON delivery (sequence);

CREATE TABLE task (
	extension INTEGER NOT NULL, 
	image INTEGER NOT NULL, 
	capability VARCHAR NOT NULL, 
	state VARCHAR NOT NULL, 
	attempts INTEGER NOT NULL, 
	error VARCHAR, 
	requested BIGINT NOT NULL, 
	finished BIGINT, 
	PRIMARY KEY (extension, image, capability), 
	FOREIGN KEY(extension) REFERENCES extension ("key") ON DELETE CASCADE, 
	FOREIGN KEY(image) REFERENCES image ("key") ON DELETE CASCADE
);

CREATE INDEX task_by_image ON task (image);

CREATE INDEX task_by_state ON task (extension, capability, state, image);

CREATE TABLE application_settings (
	"key" INTEGER NOT NULL, 
	value VARCHAR NOT NULL, 
	PRIMARY KEY ("key")
);

CREATE INDEX api_secret_by_creator ON api_secret (creator);

CREATE TABLE tag_set (
	"key" INTEGER NOT NULL, 
	tag INTEGER NOT NULL, 
	extension INTEGER NOT NULL, 
	size INTEGER NOT NULL, 
	images BLOB NOT NULL, 
	PRIMARY KEY ("key"), 
	CONSTRAINT tag_set_once UNIQUE (tag, extension)
);

CREATE TABLE tag_change (
	"key" INTEGER NOT NULL, 
	tag INTEGER NOT NULL, 
	extension INTEGER NOT NULL, 
	image INTEGER NOT NULL, 
	is_added BOOLEAN NOT NULL, 
	PRIMARY KEY ("key")
);

CREATE TRIGGER image_tag_added AFTER INSERT ON image_tag BEGIN INSERT INTO tag_change (tag, extension, image, is_added) VALUES (new.tag, new.extension, new.image, 1); END;

CREATE TRIGGER image_tag_removed AFTER DELETE ON image_tag BEGIN INSERT INTO tag_change (tag, extension, image, is_added) VALUES (old.tag, old.extension, old.image, 0); END;

CREATE TRIGGER image_tag_changed AFTER UPDATE OF image, extension, tag ON image_tag BEGIN INSERT INTO tag_change (tag, extension, image, is_added) VALUES (old.tag, old.extension, old.image, 0); INSERT INTO tag_change (tag, extension, image, is_added) VALUES (new.tag, new.extension, new.image, 1); END;

CREATE TABLE skipped_file (
	"key" INTEGER NOT NULL, 
	repository INTEGER NOT NULL, 
	path VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	size BIGINT NOT NULL, 
	file_modified_ns BIGINT NOT NULL, file_changed_ns BIGINT, file_inode BIGINT, 
	PRIMARY KEY ("key"), 
	FOREIGN KEY(repository) REFERENCES repository ("key") ON DELETE CASCADE, 
	CONSTRAINT skipped_file_path UNIQUE (repository, path)
);

CREATE INDEX skipped_file_kind ON skipped_file (repository, kind);

CREATE TABLE trashed_image (
	"key" INTEGER NOT NULL, 
	id BLOB NOT NULL, 
	repository INTEGER NOT NULL, 
	path VARCHAR NOT NULL, 
	file VARCHAR, 
	deleted BIGINT NOT NULL, 
	image VARCHAR NOT NULL, 
	facets BLOB NOT NULL, content_hash BLOB, 
	PRIMARY KEY ("key"), 
	FOREIGN KEY(repository) REFERENCES repository ("key") ON DELETE CASCADE, 
	UNIQUE (id)
);

CREATE INDEX trashed_image_by_date ON trashed_image (deleted, "key");

CREATE INDEX trashed_image_by_repository ON trashed_image (repository);

CREATE TABLE session (
	"key" INTEGER NOT NULL, 
	digest BLOB NOT NULL, 
	secret INTEGER, 
	created BIGINT NOT NULL, 
	expires BIGINT NOT NULL, 
	PRIMARY KEY ("key"), 
	FOREIGN KEY(secret) REFERENCES api_secret (id) ON DELETE CASCADE, 
	UNIQUE (digest)
);

CREATE INDEX session_by_secret ON session (secret, created);

CREATE INDEX session_by_expiry ON session (expires);

CREATE TABLE sign_in_link (
	"key" INTEGER NOT NULL, 
	digest BLOB NOT NULL, 
	expires BIGINT NOT NULL, 
	PRIMARY KEY ("key"), 
	UNIQUE (digest)
);

CREATE TABLE change (
	revision INTEGER NOT NULL, 
	changes BLOB NOT NULL, 
	PRIMARY KEY (revision)
);

CREATE TABLE lease (
	name VARCHAR NOT NULL, 
	holder VARCHAR NOT NULL, 
	address VARCHAR NOT NULL, 
	token BIGINT NOT NULL, 
	expires BIGINT NOT NULL, 
	PRIMARY KEY (name)
);

CREATE TABLE ended_credentials (
	"key" INTEGER NOT NULL, 
	value BIGINT NOT NULL, 
	PRIMARY KEY ("key")
);

CREATE TABLE package_part (
	extension INTEGER NOT NULL, 
	part INTEGER NOT NULL, 
	data BLOB NOT NULL, 
	PRIMARY KEY (extension, part), 
	FOREIGN KEY(extension) REFERENCES extension ("key") ON DELETE CASCADE
);

CREATE INDEX trashed_image_by_content ON trashed_image (content_hash);

CREATE TABLE time_mark (
	name VARCHAR NOT NULL, 
	time BIGINT NOT NULL, 
	clock BIGINT NOT NULL, 
	notes VARCHAR NOT NULL, 
	PRIMARY KEY (name)
);

CREATE INDEX image_by_captured ON image (coalesce(capture_date + coalesce(capture_offset, 0) * 60000, file_created), "key");

CREATE INDEX image_by_name_key ON image (name_key, "key");

CREATE TABLE outdated_image (
	image INTEGER NOT NULL, 
	PRIMARY KEY (image), 
	FOREIGN KEY(image) REFERENCES image ("key") ON DELETE CASCADE
);

INSERT INTO "alembic_version" VALUES ('0025');

INSERT INTO "tag" VALUES (0, '__empty__');

INSERT INTO "revision" VALUES (1, 0);

INSERT INTO "ended_credentials" VALUES (1, 0);
