// Components that are loaded when they are needed, without a skeleton where they have come before.
import { type ComponentType, lazy, useState } from 'react'

/** `first` loads what the component shows at once, such as a part that its address names; a failure is reported where that is shown. */
export type ReadyModule<P = object> = { default: ComponentType<P>; first?: () => Promise<unknown> }

/**
 * As React's `lazy`; a file that `fetch` has loaded is rendered at once. React shows a skeleton for at least 300 ms once a first render has
 * waited for a file, also for one that has come.
 */
export function ready<P extends object = object>(load: () => Promise<ReadyModule<P>>) {
  let loaded: ComponentType<P> | undefined
  const fetch = async () => {
    const module = await load()
    await module.first?.().catch(() => undefined)
    loaded = module.default
    return module
  }
  const Later: ComponentType<P> = lazy(fetch)
  function Component(props: P) {
    const [Page] = useState(() => loaded ?? Later)
    return <Page {...props} />
  }
  return { Component, fetch }
}
