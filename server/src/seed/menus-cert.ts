// Menus of certificates in the back office.
import { page, route, type SeedMenu } from './menu-shape.ts'

export const certMenus: SeedMenu[] = [
  page(
    {
      name: 'CertList',
      metaTitle: '证书管理',
      path: 'list',
      component: 'cert/admin/CertListPage',
      permissionTag: 'cert:list',
      metaIcon: 'SafetyCertificateOutlined',
    },
    { 'cert:add': '新建证书', 'cert:update': '修改证书', 'cert:delete': '删除证书' },
  ),
  route('CertAdd', '新建证书', 'add', 'cert/admin/CertEditPage', 'cert:add'),
  route('CertUpdate', '修改证书', 'update/:id', 'cert/admin/CertEditPage', 'cert:update'),
  page(
    {
      name: 'CertGrantList',
      metaTitle: '发放记录',
      path: 'grant',
      component: 'cert/admin/CertGrantListPage',
      permissionTag: 'cert:grant:list',
      metaIcon: 'FileDoneOutlined',
    },
    { 'cert:grant:add': '发放证书', 'cert:grant:revoke': '撤销证书' },
  ),
]
