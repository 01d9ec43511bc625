-- Captures decide which seconds of a course stand: those since the last passed one are provisional, and a failed one takes them back.
alter table course_face_state add column held boolean not null default false;
alter table course_face_state add column passed_time timestamptz;
comment on column course_face_state.held is 'no capture has passed since the file was opened or since the newest one failed: nothing counts and nothing is finished';
comment on column course_face_state.passed_time is 'the last capture that passed or could not be compared';
alter table course_file_learn add column provisional_sec integer not null default 0;
comment on column course_file_learn.provisional_sec is 'seconds since the last passed capture, not in learn_sec: the next one adds them, or takes them back';
