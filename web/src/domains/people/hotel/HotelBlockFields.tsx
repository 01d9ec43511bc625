// The hotel block of the own profile, without Ant Design: the code is looked up and fills in the derived fields (learner.md §5).
import { user } from '@shuyuan/contract/account/user.ts'
import { derivedOfHotel, type HotelBlock, type HotelInfo } from '@shuyuan/contract/people/user/user-profile.ts'
import { useId, useRef, useState } from 'react'
import { call, CallFailure } from '../../../kernel/call/api.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import fieldStyles from '../../../kernel/plain/field.module.css'
import type { Problems } from '../../../kernel/plain/problems.ts'
import { TextField } from '../../../kernel/plain/TextField.tsx'
import { useDictTree } from '../../../shared/dict/dict.ts'

const fromLookup = { signageName: 'zwmc', businessLicense: 'yyzzmc', legalPerson: 'fr' } as const
const derivedTitles = { signageName: '对外门牌标识', businessLicense: '营业执照注册名称', legalPerson: '法定代表人' } as const
const noDerived = Object.fromEntries(derivedOfHotel.map((name) => [name, ''])) as Pick<HotelBlock, (typeof derivedOfHotel)[number]>

type BlockProps = {
  value: HotelBlock
  problems: Problems
  onChange: (part: Partial<HotelBlock>) => void
  onRefused: (problem: Problems) => void
}

export function HotelBlockFields({ value, problems, onChange, onRefused }: BlockProps) {
  return (
    <>
      <CodeField value={value} problem={problems['hotelCode']} onChange={onChange} onRefused={onRefused} />
      {(Object.keys(derivedTitles) as (keyof typeof derivedTitles)[]).map((name) => (
        <TextField
          key={name}
          label={tLabel(derivedTitles[name])}
          value={value[name]}
          problem={problems[name]}
          readOnly
          placeholder={t('由酒店编码查询得到')}
          onChange={() => undefined}
        />
      ))}
      <TextField
        label={tLabel('营业地址')}
        value={value.businessAddress}
        problem={problems['businessAddress']}
        required
        onChange={(businessAddress) => onChange({ businessAddress })}
      />
      <StationField
        value={value.policeStation2}
        problem={problems['policeStation2']}
        onChange={(policeStation2) => onChange({ policeStation2 })}
      />
    </>
  )
}

type CodeProps = Omit<BlockProps, 'problems'> & { problem: string | undefined }

/** Looks up the code on blur and on Enter; an unusable code clears the three derived fields. */
function CodeField({ value: { hotelCode }, problem, onChange, onRefused }: CodeProps) {
  const [asking, setAsking] = useState(false)
  const asked = useRef(hotelCode.trim())
  const refuse = (message: string) => {
    onChange(noDerived)
    onRefused({ hotelCode: message })
    notify.error(message)
  }
  const fill = (found: HotelInfo) => {
    if (!found.zwmc || !found.yyzzmc || !found.fr) return refuse(t('未查到营业执照/招牌名称/法人，请输入正确的酒店编码!'))
    return onChange(Object.fromEntries(Object.entries(fromLookup).map(([name, key]) => [name, found[key]])))
  }
  const lookUp = async () => {
    const code = hotelCode.trim()
    if (code === asked.current) return
    asked.current = code
    if (code === '') return onChange(noDerived)
    setAsking(true)
    try {
      const found = await call(user.queryHotelInfo, { hotelCode: code }, { quiet: true })
      // the code was changed during the request
      if (asked.current === code) fill(found)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      if (asked.current === code) refuse(error.message || t('酒店编码不正确!'))
    } finally {
      if (asked.current === code) setAsking(false)
    }
  }
  return (
    <TextField
      label={tLabel('酒店编码')}
      value={hotelCode}
      problem={problem}
      required
      autoComplete="off"
      placeholder={t('请填写酒店编码')}
      hint={asking ? t('加载中') : t('填写后自动查询门牌标识、营业执照和法定代表人')}
      onChange={(next) => onChange({ hotelCode: next })}
      onBlur={() => void lookUp()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || hotelCode.trim() === asked.current) return
        event.preventDefault()
        void lookUp()
      }}
    />
  )
}

type Node = { value: string; title: string; children: Node[] }
type Station = { path: string[]; title: string }
const stationsOf = (node: Node, above: readonly string[] = [], titles: readonly string[] = []): Station[] => {
  const path = [...above, node.value]
  const names = [...titles, tLabel(node.title)]
  return node.children.length === 0 ? [{ path, title: names.join(' / ') }] : node.children.flatMap((one) => stationsOf(one, path, names))
}

/** A path in the dictionary police_catalog, top down; the last node is the station, the one before it the branch. */
function StationField({ value, problem, onChange }: { value: string[]; problem: string | undefined; onChange: (path: string[]) => void }) {
  const id = useId()
  const { data = [] } = useDictTree('police_catalog')
  const chosen = value.join('/')
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id}>{t('所属分局/派出所')}</label>
      <select
        id={id}
        className={fieldStyles.input}
        required
        value={chosen}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onChange={(event) => onChange(event.target.value === '' ? [] : event.target.value.split('/'))}
      >
        <option value="">{t('请选择所属分局/派出所')}</option>
        {(data as Node[]).map((branch) => (
          <optgroup key={branch.value} label={tLabel(branch.title)}>
            {branch.children
              .flatMap((one) => stationsOf(one, [branch.value]))
              .map(({ path, title }) => (
                <option key={path.join('/')} value={path.join('/')}>
                  {title}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
      {problem !== undefined && (
        <p className={fieldStyles.fieldProblem} id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
