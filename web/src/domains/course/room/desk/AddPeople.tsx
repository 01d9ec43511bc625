// Adds learners of a course to a lesson in a room.
import { courseRoom } from '@shuyuan/contract/course/room/room.ts'
import { SeatState } from '@shuyuan/contract/course/room/room-codes.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Form, Modal, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useCall, useCommand } from '../../../../kernel/call/query.ts'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'

type AddPeopleProps = { id: string; courses: readonly { id: string; title: string }[]; onClose: () => void }

export function AddPeople({ id, courses, onClose }: AddPeopleProps) {
  const [courseId, setCourseId] = useState(courses[0]!.id)
  const [chosen, setChosen] = useState<{ value: string; label: string }[]>([])
  const [word, setWord] = useState('')
  const name = useDeferredValue(word.trim())
  const { data = [], isFetching } = useCall(
    courseRoom.people,
    { id, courseId, ...(name === '' ? {} : { name }) },
    { quiet: true, placeholderData: keepPreviousData as never },
  )
  const add = useCommand(courseRoom.set, { refresh: [courseRoom.list, courseRoom.summary, courseRoom.paging, courseRoom.people] })
  const send = () =>
    add.mutate(
      { id, courseId, people: chosen.map((one) => ({ userId: one.value, state: SeatState.enrolled })) },
      {
        onSuccess: ({ before }) => {
          notify.success(t('已添加 {{n}} 人', { n: before.length }))
          onClose()
        },
      },
    )
  return (
    <Modal
      open
      destroyOnHidden
      title={t('添加学员')}
      okText={t('添加')}
      okButtonProps={{ disabled: chosen.length === 0, loading: add.isPending }}
      onOk={send}
      onCancel={onClose}
    >
      <Form layout="vertical">
        {courses.length > 1 && (
          <Form.Item label={tLabel('课程')} htmlFor="add-course">
            <Select
              id="add-course"
              value={courseId}
              options={courses.map((one) => ({ value: one.id, label: one.title }))}
              onChange={(next) => {
                setCourseId(next)
                setChosen([])
              }}
            />
          </Form.Item>
        )}
        <Form.Item label={tLabel('学员')} htmlFor="add-people" extra={t('课程学习范围内、还不在名单里的学员')}>
          <Select
            id="add-people"
            mode="multiple"
            labelInValue
            showSearch={{ filterOption: false, onSearch: setWord }}
            loading={isFetching}
            value={chosen}
            placeholder={tLabel('姓名或账号')}
            options={data.map((one) => ({
              value: one.id,
              label: [`${one.realName}（${one.userName}）`, one.deptName].filter((part) => part !== '').join(' · '),
            }))}
            onChange={(next: { value: string; label: string }[]) => setChosen(next)}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
