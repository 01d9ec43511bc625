// Selects markers among the users with the right to mark; the selection persists over pages.
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { review } from '@shuyuan/contract/paper/review/review.ts'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { PickerFoot } from '../../../kernel/piece/PickerFoot.tsx'
import { ListPage } from '../../../shared/ListPage.tsx'

type MarkerRow = RowOf<typeof review.markers>
export type Marker = Pick<MarkerRow, 'id' | 'realName'>
type Props = { initial: readonly Marker[]; onPick: (markers: Marker[]) => void; onClose: () => void }

export function MarkerPicker({ initial, onPick, onClose }: Props) {
  // preselected markers need only id and name
  const [chosen, setChosen] = useState<MarkerRow[]>(() => initial.map((one) => ({ userName: '', deptCode_dictText: '', ...one })))
  const confirm = () => {
    onPick(chosen.map(({ id, realName }) => ({ id, realName })))
    onClose()
  }
  return (
    <Modal open title={t('选择阅卷人')} width={760} footer={null} onCancel={onClose}>
      <ListPage
        of={review.markers}
        inUrl={false}
        search={['name']}
        columns={['realName', 'userName', 'deptCode_dictText']}
        selection={{ selected: chosen, onChange: setChosen }}
        empty={{ text: t('没有可选的阅卷人'), hint: t('有阅卷权限的后台人员会列在这里') }}
      />
      <PickerFoot aside={<span aria-live="polite">{t('已选{{n}}项', { n: chosen.length })}</span>}>
        <Button onClick={onClose}>{t('取消')}</Button>
        <Button type="primary" onClick={confirm}>
          {t('确定')}
        </Button>
      </PickerFoot>
    </Modal>
  )
}
