-- The orders of the list of hand-ins, and the hand-ins of a person who is looked for by name.
-- no release has this table yet: it is empty, or nearly so
-- squawk-ignore require-concurrent-index-creation
create index course_work_hand_time on course_work_hand (hand_time, id);
-- squawk-ignore require-concurrent-index-creation
create index course_work_hand_score on course_work_hand (final_score, id);
-- squawk-ignore require-concurrent-index-creation
create index course_work_hand_late on course_work_hand (late_days, id);
-- squawk-ignore require-concurrent-index-creation
create index course_work_hand_user on course_work_hand (user_id, id);
