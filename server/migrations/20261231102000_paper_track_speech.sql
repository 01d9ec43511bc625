-- Browsers that record a microphone find the times with something like speech; the replay shows them as a lane.
alter table paper_track
  add column speech jsonb not null default '[]';
comment on column paper_track.speech is 'times with something like speech, as the browser found them: milliseconds of the part, from and to; emptied with the recording';
