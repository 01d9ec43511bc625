-- The notice that publishing sends goes out once for a course and for the time of a live lesson.
alter table course add column notice_time timestamptz;
comment on column course.notice_time is 'When publishing sent the course notice to the audience; null: not sent.';
alter table live_room add column notice_time timestamptz;
comment on column live_room.notice_time is 'When saving sent the notice of this lesson and its time to the audience; null: not sent.';
