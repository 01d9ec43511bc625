-- Whether the refund of the whole takes back the certificates that the purchase made possible.
alter table pay_refund add column revoke_cert boolean not null default false;
comment on column pay_refund.revoke_cert is 'when the whole is refunded, certificates that the goods granted by themselves since the payment are revoked';
