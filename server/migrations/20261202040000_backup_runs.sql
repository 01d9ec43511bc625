-- What became of each backup that a server made, by night or on demand.
create table sys_backup (
  id bigint generated always as identity primary key,
  state smallint not null default 0,
  origin smallint not null default 0,
  stage smallint not null default 0,
  start_time timestamptz not null default now(),
  end_time timestamptz,
  content_bytes bigint not null default 0,
  file text not null default '',
  bytes bigint not null default 0,
  verified boolean not null default false,
  removed boolean not null default false,
  error text not null default '',
  create_by bigint
);
comment on table sys_backup is 'Backups that servers made, also failed ones.';
comment on column sys_backup.state is '0 running, 1 good, 2 failed';
comment on column sys_backup.origin is '0 at night, 1 by a user';
comment on column sys_backup.stage is '0 copying, 1 reading back';
comment on column sys_backup.content_bytes is 'before compression; grows while the backup runs';
comment on column sys_backup.removed is 'the file gave way to newer ones';
create index sys_backup_good on sys_backup (end_time) where state = 1;
create index sys_backup_running on sys_backup (id) where state = 0;
