-- Large files go to a storage provider in pieces, straight from the browser: which upload of the provider a row stands for.
alter table common_upload add column provider text not null default 'local';
alter table common_upload add column storage_key text not null default '';
alter table common_upload add column cloud_upload text not null default '';
comment on column common_upload.provider is 'the storage provider that receives the pieces; local: this server';
comment on column common_upload.storage_key is 'the key of the file at the provider; empty for local';
comment on column common_upload.cloud_upload is 'the id that the provider gave the upload; empty for local';
create index common_upload_key on common_upload (storage_key) where storage_key <> '';
