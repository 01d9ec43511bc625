-- The price of the order stands with its invoice, so that the list by price reads an index of its own table. The price of a paid order never changes.
alter table pay_invoice add column price integer;
update pay_invoice set price = pay_order.price from pay_order where pay_order.id = pay_invoice.order_id;
alter table pay_invoice alter column price set not null;
create index pay_invoice_price on pay_invoice (price, id);
