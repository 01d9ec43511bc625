-- A second factor for back-office users: one-time codes (TOTP) and recovery codes, required by role where the administrator says so.
create table sys_totp (
  user_id bigint primary key references sys_user (id) on delete cascade,
  secret text not null,
  enabled_time timestamptz,
  last_step bigint not null default 0,
  create_time timestamptz not null default now()
);
comment on table sys_totp is 'Second factor of back-office users: the key of their one-time codes.';
comment on column sys_totp.secret is 'Sealed; base32 after opening.';
comment on column sys_totp.enabled_time is 'Null until the first code confirmed the key.';
comment on column sys_totp.last_step is 'The newest time step whose code was used; that code and older ones are refused.';

create table sys_totp_recovery (
  user_id bigint not null references sys_user (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
comment on table sys_totp_recovery is 'Recovery codes that were not used yet, as SHA-256 hashes.';

alter table sys_role add column need_totp boolean not null default false;
comment on column sys_role.need_totp is 'Whether back-office users with this role must have a second factor.';
