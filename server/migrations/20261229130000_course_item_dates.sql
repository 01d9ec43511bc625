-- When a file of a course opens to learners, and until when it is to be finished.
alter table course_item add column open_time timestamptz;
alter table course_item add column due_time timestamptz;
comment on column course_item.open_time is 'null: with the course';
comment on column course_item.due_time is 'deadline that learners see; the file stays open after it. null: none';
