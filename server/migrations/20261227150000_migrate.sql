-- What npm run migrate made of another system's data: a second run adds nothing twice, and an undo takes back what is unchanged.
create table migrate_item (
  source text not null,
  kind text not null,
  old_id text not null,
  new_id bigint not null,
  made boolean not null,
  given bytea not null,
  mark text not null,
  create_time timestamptz not null,
  primary key (source, kind, old_id)
);
comment on table migrate_item is 'Rows of other systems that were brought here, with the row that each became.';
comment on column migrate_item.source is 'the other system, for example xzs:1f0c5a2e9b7d';
comment on column migrate_item.made is 'whether the row was made by the migration; false: it was there before';
comment on column migrate_item.given is 'SHA-256 of the row as the other system had it';
comment on column migrate_item.mark is 'digest of the row as it was made; a row with another digest was changed since';
