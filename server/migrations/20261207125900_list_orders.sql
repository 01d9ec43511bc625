-- Lists of orders by state, by the amount paid, and by the title of the goods, which is also searched for; refunds by amount.
create index pay_order_state on pay_order (order_state, id desc);
create index pay_order_paid_amount on pay_order (paid_amount, id);
create index pay_order_title on pay_order (goods_title, id);
create index pay_order_title_part on pay_order using gin (goods_title gin_trgm_ops);
create index pay_refund_amount on pay_refund (amount, id);
