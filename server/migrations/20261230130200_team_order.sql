-- The orders of the people of a leader of everybody.
-- no release has this table yet: it is empty, or has a row for each person
-- squawk-ignore require-concurrent-index-creation
create index stat_person_by_overdue on stat_person (overdue, user_id);
-- squawk-ignore require-concurrent-index-creation
create index stat_person_by_learning on stat_person (learning, user_id);
-- squawk-ignore require-concurrent-index-creation
create index stat_person_by_exam on stat_person (exam_start, user_id);
-- squawk-ignore require-concurrent-index-creation
create index stat_person_by_cert on stat_person (cert_end, user_id);
-- squawk-ignore require-concurrent-index-deletion
drop index stat_person_overdue;
