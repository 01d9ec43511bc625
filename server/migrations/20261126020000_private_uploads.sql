-- Uploads that only signed addresses open, how much a person has uploaded, and uploads that nothing refers to any more.
alter table common_file add column is_private boolean not null default false;
alter table common_file add column unused_since timestamptz;
comment on column common_file.is_private is 'opened by signed addresses only; the url has no provider''s address then';
comment on column common_file.unused_since is 'first nightly run that found no reference; null: in use, or not looked at yet';
create index common_file_owner on common_file (owner_id, create_time);
