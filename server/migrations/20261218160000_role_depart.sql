-- A role's data scope may be departments that were chosen for it, with their branches.
create table sys_role_depart (
  role_id bigint not null references sys_role (id) on delete cascade,
  dept_code text not null references sys_depart (dept_code) on delete cascade,
  primary key (role_id, dept_code)
);
comment on table sys_role_depart is 'Departments of a role with chosen departments as its data scope; branches follow the tree.';
create index sys_role_depart_dept on sys_role_depart (dept_code);
comment on column sys_role.data_scope is '1 all, 2 own department with its branches, 3 own data, 4 chosen departments with their branches';

-- An API token chooses departments only for a role whose permissions it has, like its level and its data scope (docs/decisions/0154).
create function token_role_depart() returns trigger language plpgsql as $$
begin
  if not token_holds_role(new.role_id) then
    perform token_refuses('tokenGrant');
  end if;
  return new;
end $$;
create trigger sys_role_depart_token before insert or update on sys_role_depart for each row
  when (current_setting('shuyuan.token', true) <> '') execute function token_role_depart();
