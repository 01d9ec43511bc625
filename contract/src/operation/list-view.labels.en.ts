// English for the labels of saved views.

export const listViewLabelsEn = {
  列表视图: 'View of a list',
  保存列表视图: 'Save the view of a list',
  删除列表视图: 'Delete the view of a list',
  设置默认视图: 'Set the first view of a list',
  视图名称: 'Name of the view',
  共享给能打开此列表的人: 'Share with everybody who may open this list',
  共享列表视图: 'Share views of lists',
}

declare module '../kernel/labels.ts' {
  interface Labels extends Record<keyof typeof listViewLabelsEn, string> {}
}
