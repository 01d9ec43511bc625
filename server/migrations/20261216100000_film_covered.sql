-- A file of a course counts the seconds of its film that were played, each once.
alter table course_file_learn add column covered integer[];
alter table course_file_learn add column witnessed integer[];
comment on column course_file_learn.covered is 'seconds of a video or recording that were played: pairs of first second and the second after the last; null: the first ones, as many as learn_sec and provisional_sec';
comment on column course_file_learn.witnessed is 'covered at the last passed capture, to which a failed one goes back';
