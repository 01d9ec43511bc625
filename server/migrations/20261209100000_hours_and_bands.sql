-- Hours of a day, HH:mm-HH:mm joined by newlines; empty: at any time.
alter table exam
  -- when a paper may be begun
  add column open_hours text not null default '',
  -- where the statistics cut the scores: points and ranges such as 60;80~90; empty: 60, 70, 80 and 90 % of the total
  add column score_bands text not null default '',
  -- points for passed papers by their score, [{scores, points}]
  add column award_bands jsonb not null default '[]';

alter table repo
  -- when learners may train on it
  add column train_hours text not null default '';
