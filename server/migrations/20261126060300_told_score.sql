-- The score that the candidate was told with the result, so that a later change is told too; null: not told yet, or told by an earlier release.
set local lock_timeout = '5s';
alter table paper add column told_score integer;
