-- Devices on which a user signed in before: wrong passwords from elsewhere do not lock them out.
create table sys_device_mark (
  mark_hash bytea not null,
  user_id bigint not null references sys_user (id) on delete cascade,
  create_time timestamptz not null default now(),
  last_used timestamptz not null default now(),
  primary key (mark_hash, user_id)
);
comment on table sys_device_mark is 'Devices on which a user signed in before, by the hash of a random cookie.';
create index sys_device_mark_user on sys_device_mark (user_id, last_used desc);
create index sys_device_mark_used on sys_device_mark (last_used);
