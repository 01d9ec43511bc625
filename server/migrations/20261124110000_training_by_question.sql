-- Questions move between banks, so what was done is read by the question: a teacher's overview counts the people of a bank's questions
-- without reading everybody's rows, and one's own rows are found by the primary keys.
create index train_done_qu on train_done (qu_id, user_id);
drop index train_done_repo;
drop index train_stat_repo;
drop index qu_favourite_repo;
