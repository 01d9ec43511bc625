-- A browser without room drops the oldest pieces that it could not send: what follows them is stored behind a gap.
alter table paper_track
  add column gaps jsonb not null default '[]';
comment on column paper_track.gaps is 'what the browser has dropped: position of the first byte, position behind the last one, milliseconds of the part before it';
