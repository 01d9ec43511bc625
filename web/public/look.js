// Before the first paint: the darkness chosen last, so that nothing flashes.
;(() => {
  const chosen = localStorage.getItem('mode')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.documentElement.style.background = dark ? '#0f1114' : '#f6f7f9'
})()
