-- Secrets are sealed with keys that are not in the database (docs/decisions/0043). Their ids are, so that a server with other keys does not start.
create table sys_seal_key (
  id text primary key,
  fingerprint_key text not null,
  create_time timestamptz not null default now()
);

comment on table sys_seal_key is 'The keys with which values of this database are sealed: their ids, never the keys.';
comment on column sys_seal_key.fingerprint_key is 'The site''s key for fingerprints, sealed with this key.';
