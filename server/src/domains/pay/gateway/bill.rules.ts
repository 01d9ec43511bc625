// A line of a payment service's bill.

/** One line of a day's bill; `amount` is negative for a refund. */
export type BillLine = { no: string; outTradeNo: string; vendorNo: string; amount: number; currency: string; at: Date; refund: boolean }
