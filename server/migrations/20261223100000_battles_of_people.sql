-- Battles of many people are found by walking the sides from the newest battle: the index alone tells whose they are. Lists are ordered by id.
set local lock_timeout = '5s';
create index battle_side_people on battle_side (battle_id, user_id);
drop index battle_create;
