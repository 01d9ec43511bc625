-- What a call with an API token may write is decided here, for every call (docs/decisions/0154). The server names the token's permissions
-- in the setting shuyuan.token of the connection ('token' and the tags, divided by commas); other calls leave it empty. A refused
-- statement fails with SYTOK and the key of its message.
set local lock_timeout = '5s';

create function token_refuses(why text) returns void language plpgsql as $$
begin
  raise exception '%', why using errcode = 'SYTOK';
end $$;

create function token_holds(tag text) returns boolean language sql stable as
  $$ select tag = '' or tag = any (string_to_array(current_setting('shuyuan.token', true), ',')) $$;

-- Whether the token has all permissions of a role.
create function token_holds_role(role bigint) returns boolean language sql stable as $$
  select not exists (select from sys_role_menu given join sys_menu m on m.id = given.menu_id where given.role_id = role and not token_holds(m.permission_tag))
$$;

-- Closed to tokens: sign-in by others, the second factor, faces, sessions, tokens, and the services that decide who signs in.
create function token_closed() returns trigger language plpgsql as $$
begin
  perform token_refuses('tokenCall');
  return null;
end $$;

do $$
declare
  name text;
begin
  foreach name in array array['sys_totp', 'sys_totp_recovery', 'sys_user_bind', 'sys_face', 'sys_face_consent', 'sys_real', 'sys_api_token',
    'sys_prop', 'sys_directory_user', 'integrate_lti_platform', 'integrate_lti_user'] loop
    -- a cascade from a deleted account is no change of the person's
    execute format('create trigger %I before insert or update or delete on %I for each row
      when (current_setting(''shuyuan.token'', true) <> '''' and pg_trigger_depth() = 0) execute function token_closed()', name || '_token', name);
  end loop;
end $$;

create trigger sys_session_token before insert on sys_session for each row
  when (current_setting('shuyuan.token', true) <> '') execute function token_closed();

-- A new account has no owner yet: it may have a first password, phone and e-mail. It is a learner's.
create function token_account() returns trigger language plpgsql as $$
begin
  if new.role_type = 2 and (tg_op = 'INSERT' or old.role_type <> 2) then
    perform token_refuses('tokenStaff');
  end if;
  if tg_op = 'INSERT' then
    if new.face <> '' then
      perform token_refuses('tokenCall');
    end if;
  elsif new.mobile is distinct from old.mobile or new.email <> old.email then
    perform token_refuses('tokenContact');
  elsif new.password_hash <> old.password_hash or new.face <> old.face then
    perform token_refuses('tokenCall');
  end if;
  return new;
end $$;
create trigger sys_user_token_add before insert on sys_user for each row
  when (current_setting('shuyuan.token', true) <> '') execute function token_account();
create trigger sys_user_token before update of mobile, email, password_hash, face, role_type on sys_user for each row
  when (current_setting('shuyuan.token', true) <> '') execute function token_account();

-- Rights: never more than the token has at this moment.
create function token_grant() returns trigger language plpgsql as $$
declare
  allowed boolean := case tg_table_name
    when 'sys_user_role' then token_holds_role((to_jsonb(new) ->> 'role_id')::bigint)
    when 'sys_role' then token_holds_role((to_jsonb(new) ->> 'id')::bigint)
    when 'sys_role_menu' then token_holds((select permission_tag from sys_menu where id = (to_jsonb(new) ->> 'menu_id')::bigint))
    else token_holds(to_jsonb(new) ->> 'permission_tag')
  end;
begin
  if not coalesce(allowed, false) then
    perform token_refuses('tokenGrant');
  end if;
  return new;
end $$;
create trigger sys_user_role_token before insert or update on sys_user_role for each row
  when (current_setting('shuyuan.token', true) <> '') execute function token_grant();
create trigger sys_role_menu_token before insert or update on sys_role_menu for each row
  when (current_setting('shuyuan.token', true) <> '') execute function token_grant();
create trigger sys_menu_token before update of permission_tag on sys_menu for each row
  when (current_setting('shuyuan.token', true) <> '' and new.permission_tag <> old.permission_tag) execute function token_grant();
create trigger sys_role_token before update of role_level, data_scope on sys_role for each row
  when (current_setting('shuyuan.token', true) <> '' and (new.role_level <> old.role_level or new.data_scope <> old.data_scope))
  execute function token_grant();
-- who must have a second factor
create trigger sys_role_token_factor before update of need_totp on sys_role for each row
  when (current_setting('shuyuan.token', true) <> '' and new.need_totp <> old.need_totp) execute function token_closed();

-- A new password ends the API tokens of the account: whoever knew the former one may have made them.
create function sys_user_end_tokens() returns trigger language plpgsql as $$
begin
  delete from sys_api_token where user_id = new.id;
  return null;
end $$;
create trigger sys_user_new_password after update of password_hash on sys_user for each row
  when (new.password_hash <> old.password_hash and old.password_hash <> '') execute function sys_user_end_tokens();
