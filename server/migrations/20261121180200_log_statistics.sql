-- A few hundred calls, some of them rare: the planner must know each, or it reads the whole trail for the rare ones.
alter table sys_log alter column path set statistics 1000;
alter table sys_log alter column user_id set statistics 1000;
