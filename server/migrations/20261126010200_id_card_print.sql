-- Identity numbers are sealed by the server (docs/decisions/0043): a number is found by its fingerprint.
alter table sys_user add column id_card_print text not null default '';
alter table sys_real add column id_card_print text not null default '';
create index sys_user_id_card_print on sys_user (id_card_print) where id_card_print <> '';
create index sys_real_id_card_print on sys_real (id_card_print);
drop index sys_real_id_card;

comment on column sys_user.id_card is 'Sealed; empty without one.';
comment on column sys_real.id_card is 'Sealed.';
comment on column sys_user.id_card_print is 'Fingerprint of the identity number, for equality; empty without one.';
comment on column sys_real.id_card_print is 'Fingerprint of the identity number, for equality.';
comment on column exam.password is 'Sealed; empty without one.';
