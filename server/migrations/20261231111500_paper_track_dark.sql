-- A camera that gives no picture while its sound is recorded is a recording that is missing.
alter table paper_track
  add column dark_time timestamptz;
comment on column paper_track.dark_time is 'bytes come without pictures since then, as of a muted camera whose sound goes on; null: with pictures';
