-- Large files are sent in pieces, so that an upload goes on after a lost connection or a restart of the server.
create table common_upload (
  id uuid primary key,
  owner_id bigint not null references sys_user (id) on delete cascade,
  scene text not null,
  name text not null,
  size bigint not null,
  received bigint not null default 0,
  claim_time timestamptz,
  file_id bigint references common_file (id) on delete cascade,
  create_time timestamptz not null,
  update_time timestamptz not null,
  check (received between 0 and size)
);
comment on table common_upload is 'Uploads in pieces: how many bytes of which file have arrived. Removed a day after the last piece.';
comment on column common_upload.claim_time is 'since when a process stores the complete file';
comment on column common_upload.file_id is 'the stored file, so that a repeated last call gets the same answer';
create index common_upload_owner on common_upload (owner_id);
create index common_upload_time on common_upload (update_time);
create index common_upload_file on common_upload (file_id) where file_id is not null;
