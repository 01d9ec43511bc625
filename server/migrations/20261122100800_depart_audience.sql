-- A department that an exam is meant for is in use: it cannot be deleted. What points nowhere since an earlier deletion goes.
delete from exam_depart d where not exists (select from sys_depart s where s.dept_code = d.dept_code);
alter table exam_depart add foreign key (dept_code) references sys_depart (dept_code);
