// Kit: selection of departments, users and dictionary values; rendering by permission.
import { Button, Flex, Typography } from 'antd'
import { useState } from 'react'
import { Can } from '../../kernel/access/Can.tsx'
import { DepartSelect, DepartsSelect, DepartTree } from '../../shared/people/DepartTree.tsx'
import { DictSelect, DictTreeSelect } from '../../shared/dict/DictSelect.tsx'
import { t } from '../../kernel/i18n.ts'
import { type PickedUser, UserPicker } from '../../shared/people/UserPicker.tsx'

export function KitPeople() {
  const [code, setCode] = useState<string>()
  const [codes, setCodes] = useState<string[]>([])
  const [value, setValue] = useState<string>()
  const [station, setStation] = useState<string>()
  const [catalog, setCatalog] = useState<string>()
  const [open, setOpen] = useState(false)
  const [users, setUsers] = useState<PickedUser[]>([])
  return (
    <Flex wrap gap="large">
      <div style={{ width: 260 }}>
        <DepartTree value={code} onChange={setCode} />
      </div>
      <Flex vertical gap="middle" style={{ flex: 1, minWidth: 280 }}>
        <DepartSelect value={code ?? null} onChange={setCode} />
        <DepartsSelect value={codes} onChange={setCodes} />
        <DictSelect dicCode="paper_ex_state" aria-label={t('考卷状态')} value={value ?? null} onChange={setValue} />
        <DictSelect dicCode="police_catalog" aria-label={t('派出所')} value={station ?? null} onChange={setStation} />
        <DictTreeSelect dicCode="course_file_catalog" aria-label={t('课件分类')} value={catalog ?? null} onChange={setCatalog} />
        <Button onClick={() => setOpen(true)}>{t('选择用户')}</Button>
        <Typography.Text>{users.map((one) => one.realName).join('、')}</Typography.Text>
        <UserPicker open={open} onClose={() => setOpen(false)} onPick={setUsers} initial={users} />
        <Can permit="sys:user:list" fallback={<Typography.Text>{t('没有 sys:user:list')}</Typography.Text>}>
          <Typography.Text>{t('有 sys:user:list')}</Typography.Text>
        </Can>
      </Flex>
    </Flex>
  )
}
