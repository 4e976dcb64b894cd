/** Whether the machine was made for the tests: what is missing there is a failure, where elsewhere it is skipped. */
export const inCi = process.env.CI === 'true'
