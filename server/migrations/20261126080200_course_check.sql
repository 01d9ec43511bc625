-- The reading check of a course: whether the learner is asked, and after how many seconds.
alter table course add check_on boolean not null default false, add check_sec integer not null default 0;
comment on column course.check_sec is 'seconds between two reading checks; 0 none';
