// How many cards a part of a shape shows: at first, and after each "more".
export const cardSteps = [20, 50, 100, 200] as const;
