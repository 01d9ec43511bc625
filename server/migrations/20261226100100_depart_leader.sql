-- The leaders of departments are existing users; checked apart from the file that added the column.
alter table sys_depart validate constraint sys_depart_leader_id_fkey;
