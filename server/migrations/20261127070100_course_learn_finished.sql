-- Who finished courses on a day is counted for the start page and for reports.
create index course_learn_finished on course_learn (finish_time) include (user_id) where finish_time is not null;
