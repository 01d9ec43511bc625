-- A learner goes back freely and ahead to the furthest place reached, also after the page was left.
set local lock_timeout = '5s';
alter table course_file_learn add column furthest integer not null default 0;
comment on column course_file_learn.furthest is 'seconds: the furthest place reached in a video or audio';
