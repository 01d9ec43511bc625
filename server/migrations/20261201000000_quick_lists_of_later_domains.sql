-- Lists of certificates and faces in the orders that their pages offer, and by a part of the name on a certificate, at 100,000 people.
set local lock_timeout = '5s';
create index if not exists cert_grant_cert on cert_grant (cert_id);
create index if not exists cert_grant_expire on cert_grant (expire_time, id);
create index if not exists cert_grant_name_part on cert_grant using gin (real_name gin_trgm_ops);
create index if not exists cert_grant_name_grams on cert_grant using gin (sys_grams(real_name));
create index if not exists sys_face_time on sys_face (update_time desc, id desc);
do $$ begin
  if exists (select from cert_grant) then analyze cert_grant; end if;
end $$;
create index if not exists pay_order_no_part on pay_order using gin (order_no gin_trgm_ops);
