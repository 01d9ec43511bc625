// English for the labels of this domain.

export const payLabelsEn = {
  支付方式: 'Ways to pay',
  保存支付配置: 'Save payment settings',
  订单: 'Order',
  订单号: 'Order no.',
  商品名称: 'Item',
  金额: 'Amount',
  付款时间: 'Paid at',
  订单状态: 'Order state',
  发票: 'Invoice',
  付款记录: 'Payments',
  下载付款收据: 'Download receipt',
  单位名称: 'Company name',
  税号: 'Tax number',
  收票邮箱: 'Email for the invoice',
  收票手机号: 'Phone for the invoice',
  商品类型: 'Goods',
  发票状态: 'Invoice state',
  发票文件: 'Invoice file',
  处理说明: 'Note from the office',
  申请发票: 'Request invoice',
  发票详情: 'Invoice details',
  发票管理: 'Invoices',
  处理发票: 'Process invoice',
  待支付: 'To be paid',
  支付中: 'Being paid',
  已支付: 'Paid',
  已关闭: 'Closed',
  已退款: 'Refunded',
  未申请: 'Not requested',
  处理中: 'Processing',
  已处理: 'Processed',
  已退回: 'Sent back',
}

declare module '../kernel/labels.ts' {
  interface Labels extends Record<keyof typeof payLabelsEn, string> {}
}
