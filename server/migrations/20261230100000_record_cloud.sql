-- Recordings that browsers send straight to a storage provider (docs/decisions/0240).
alter table exam
  add column record_where text not null default 'auto';
comment on column exam.record_where is 'where recordings are kept: auto, here (this server), cloud (the storage provider)';
alter table paper_track
  add column place text not null default 'here';
comment on column paper_track.place is 'here: DATA_DIR/recordings; cloud: objects of a storage provider (paper_cloud)';
comment on column paper_track.sha256 is 'of the whole part, hexadecimal; of the list of its pieces'' SHA-256 where place is cloud; empty before it is complete';

create table paper_cloud (
  track_id bigint primary key,
  provider text not null,
  prefix text not null,
  create_time timestamptz not null
);
comment on table paper_cloud is 'Parts of recordings at a storage provider. Rows outlive the paper, so that its objects are removed.';
comment on column paper_cloud.track_id is 'paper_track.id; the row may be gone';
comment on column paper_cloud.prefix is 'what the keys of its objects begin with';

create table paper_piece (
  track_id bigint not null references paper_cloud (track_id) on delete cascade,
  start_at bigint not null,
  bytes integer not null,
  sha256 bytea,
  state smallint not null default 0,
  create_time timestamptz not null,
  primary key (track_id, start_at)
);
comment on table paper_piece is 'Objects of recordings at a storage provider: one for each piece that a browser may send or has sent.';
comment on column paper_piece.start_at is 'position in the part, and the end of the key';
comment on column paper_piece.sha256 is 'of the object, as the browser says; null before it says that the object is there';
comment on column paper_piece.state is '0 an address was given, 1 sent, 2 checked at the provider, 3 missing there or of another size';
create index paper_piece_unchecked on paper_piece (create_time) where state = 1;
create index paper_piece_signed on paper_piece (track_id) where state = 0;
create index paper_piece_missing on paper_piece (track_id) where state = 3;
