-- The lists of who has learnt a course look people up by course: from this index alone, without the rows.
create index course_learn_person on course_learn (course_id, user_id) include (start_time, finish_time);
