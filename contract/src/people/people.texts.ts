// What is wrong with an input, by key. English stands beside it in people.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const peopleTexts = {
  hotelCodeEmpty: '酒店编码不能为空！',
  realNameEmpty: '姓名不能为空！',
  deptCodeTooLong: '部门编码不能超过60个字',
  deptCodeForm: '部门编码只能由字母、数字、下划线和横线组成',
  usersUnticked: '请至少勾选一个用户！!',
  groupsUnchosen: '请选择分组',
  groupNameEmpty: '分组名称不能为空！',
  userEmpty: '用户不能为空！',
  userNameSpaces: '用户名不能含有空格',
  departEmpty: '部门不能为空！',
  roleUnchosen: '必须选择一个角色！',
  stationMissing: '所属分局/派出所不能为空!',
  stationEmpty: '所属分局/派出所不能为空！',
  licenceNameEmpty: '营业执照注册名称不能为空！',
  signageEmpty: '对外门牌标识不能为空！',
  legalPersonEmpty: '法定代表人不能为空！',
  businessAddressEmpty: '营业地址不能为空！',
  menuPathForm: '访问路径格式不正确',
  menuComponentForm: '视图组件格式不正确',
  permissionTagForm: '权限标识格式不正确，多级之间用冒号分隔',
  menuTypeEmpty: '菜单类型不能为空！',
  menuTitleEmpty: '菜单标题不能为空！',
  menuNameEmpty: '菜单名称不能为空！',
  menuNameTooLong: '菜单名称不能超过60个字',
  menuPathEmpty: '访问路径不能为空！',
  menuComponentEmpty: '视图组件不能为空！',
  parentMenuEmpty: '上级菜单不能为空！',
} as const

export const say = speaker(peopleTexts)
