int f32;
