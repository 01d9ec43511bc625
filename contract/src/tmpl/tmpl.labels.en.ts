// English for the labels of this domain.

export const tmplLabelsEn = {
  模板大题: 'Template sections',
  模板: 'Template',
  大题试题: 'Questions of the section',
  大题: 'Sections',
  题库存量: 'Questions in stock',
  草稿: 'Draft',
  已发布: 'Published',
  抽题数: 'Questions to draw',
  大题名称: 'Section title',
  组题方式: 'Picked by',
  固定选题: 'Fixed questions',
  随机抽题: 'Random draw',
  模板名称: 'Template name',
  试题乱序: 'Shuffle questions',
  选项乱序: 'Shuffle options',
  模板列表: 'Templates',
  模板详情: 'Template details',
  保存模板: 'Save template',
  删除模板: 'Delete template',
}

declare module '../kernel/labels.ts' {
  interface Labels extends Record<keyof typeof tmplLabelsEn, string> {}
}
