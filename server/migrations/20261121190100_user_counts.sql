-- Lists of people count who matches; the usual ones, by state and by department with state, are counted from an index alone.
create index sys_user_state on sys_user (state);
create index sys_user_dept_state on sys_user (dept_code, state);
drop index sys_user_dept;
